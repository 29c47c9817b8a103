/** Letters and digits, 3 to 20 (rules/identity 32). */
export const usernamePattern = /^[A-Za-z0-9]{3,20}$/

/** A username is one and the same in any casing. */
export const usernameKeyOf = (username: string): string => username.toLowerCase()
