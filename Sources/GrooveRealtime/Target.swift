// The ring, the control word, the meter and the render kernel live in this target.
