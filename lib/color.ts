/** A colour as `#rrggbb`. */
export const isHexColor = (text: string | undefined): text is string => /^#[0-9a-f]{6}$/i.test(text ?? '')

const channel = (hex: string, at: number): number => {
  const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
const luminanceOf = (hex: string): number =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)

/** The text colour with the better contrast on a background: black or white. Their ratio is at least 4.5. */
export const readableInk = (background: string): '#000000' | '#ffffff' => {
  const luminance = luminanceOf(background)
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? '#000000' : '#ffffff'
}
