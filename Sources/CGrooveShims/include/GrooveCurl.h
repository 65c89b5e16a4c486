#pragma once
// The library's declarations stay its own module's: included here, they would belong to this one as well, and
// Swift would find them in one file and not in the next.
#if __has_feature(modules)
#pragma clang module import CCurl
#else
#include <curl/curl.h>
#endif
#include <stddef.h>

#pragma clang assume_nonnull begin

typedef size_t (*groove_curl_bytes_callback)(char *bytes, size_t size, size_t count, void *_Nullable user);

static inline CURLcode groove_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode groove_curl_set_string(CURL *easy, CURLoption option, const char *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode groove_curl_set_pointer(CURL *easy, CURLoption option, const void *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode groove_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode groove_curl_set_bytes_callback(
    CURL *easy, CURLoption function, CURLoption data, groove_curl_bytes_callback callback, void *_Nullable user) {
    CURLcode code = curl_easy_setopt(easy, function, callback);
    return code ? code : curl_easy_setopt(easy, data, user);
}
static inline CURLcode groove_curl_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode groove_curl_get_string(CURL *easy, CURLINFO info, char *_Nullable *_Nonnull value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode groove_curl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}

#pragma clang assume_nonnull end
