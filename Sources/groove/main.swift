print("groove")
