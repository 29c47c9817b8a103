/** Characters of a name in the cookie of a confirmation message. */
const longestName = 100

/** The cookie of a confirmation message: its key, and the name of the object, if it is known. */
export const confirmationOf = (done: string, name: string): string =>
  name === '' ? done : `${done}~${encodeURIComponent([...name].slice(0, longestName).join(''))}`

/** The key of the message that a cookie confirms. */
export const confirmedMessage = (confirmation = ''): string | undefined => confirmation.split('~')[0]

/** The name of the object that a cookie confirms something of. */
export const confirmedName = (confirmation = ''): string => {
  const [, name = ''] = /^[^~]*~(.*)$/s.exec(confirmation) ?? []
  try {
    return decodeURIComponent(name)
  } catch {
    return ''
  }
}
