/** Lengths of time as clocks count them, in milliseconds. A day of a calendar is now and then an hour longer or shorter. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The same in seconds: what limits, caches and times to live are given in. */
export const minutes = 60
export const hours = 60 * minutes
export const days = 24 * hours
