/** Durations in milliseconds. A calendar day may be an hour longer or shorter. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Durations in seconds, as limits, caches and times to live use them. */
export const minutes = 60
export const hours = 60 * minutes
export const days = 24 * hours
