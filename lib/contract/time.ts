/** Durations in milliseconds. A calendar day may be an hour longer or shorter. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Durations in seconds, as limits, caches and times to live use them. */
export const minutes = 60
export const hours = 60 * minutes
export const days = 24 * hours

/** Days for which a change event that could not be handled is kept. It may be delivered again until then. */
export const putAsideDays = 30

/** Effects of a change event are remembered for longer than it can arrive, so that no delivery repeats them. */
export const redeliverySeconds = (putAsideDays + 2) * days
