const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The numbers of a source map segment: five bits a digit, lowest first, with the sign in the lowest bit. */
const numbersOf = (segment: string): number[] => {
  const numbers: number[] = []
  let value = 0
  let shift = 0
  for (const digit of segment) {
    const bits = digits.indexOf(digit)
    value += (bits & 31) << shift
    shift += 5
    if (bits & 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    value = 0
    shift = 0
  }
  return numbers
}

const digitsOf = (number: number): string => {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1
  let text = ''
  do {
    const bits = rest & 31
    rest >>= 5
    text += digits[rest > 0 ? bits | 32 : bits]
  } while (rest > 0)
  return text
}

/** The source map without columns: lines map to lines, at a third of the size. */
export const byLines = (text: string): string => {
  const map = JSON.parse(text) as { mappings: string }
  const at: [number, number] = [0, 0]
  let previous: readonly [number, number] = [0, 0]
  const lines = map.mappings.split(';').map((line) => {
    let first: readonly [number, number] | undefined
    for (const segment of line.split(',')) {
      const [, source, row] = numbersOf(segment)
      if (source === undefined || row === undefined) continue
      at[0] += source
      at[1] += row
      first ??= [...at]
    }
    if (!first) return ''
    const [source, row] = [first[0] - previous[0], first[1] - previous[1]]
    previous = first
    return `A${digitsOf(source)}${digitsOf(row)}A`
  })
  return `${JSON.stringify({ ...map, mappings: lines.join(';') })}\n`
}
