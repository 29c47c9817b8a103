import decode from 'qr/decode.js'

/** What the code in a picture says; undefined where there is none. */
export const readCode = ({ width, height, data }) => {
  try {
    return decode({ width, height, data })
  } catch {
    return undefined
  }
}
