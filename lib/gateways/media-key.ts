// No segment begins with a dot: this excludes `..` and the hidden temporary files of a write.
const shape = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199}(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199})*$/

/** True for `a/b/c.png`: at most 512 of `A-Z a-z 0-9 _ . -` in segments that do not begin with a dot. */
export const isMediaKey = (key: string): boolean => key.length <= 512 && shape.test(key)

/** Throws unless the text is a valid media key. */
export const checkMediaKey = (key: string): string => {
  if (isMediaKey(key)) return key
  throw new Error(
    'Not a key for media: segments of A-Z, a-z, 0-9, "_", "." and "-", none beginning with ".".',
  )
}

/** An origin without a trailing slash. */
export const originOf = (origin: string): string => origin.replace(/\/+$/, '')

/** The public address of a key below an origin such as `https://media.example.com`. */
export const addressUnder = (origin: string, key: string): string =>
  `${originOf(origin)}/${checkMediaKey(key)}`
