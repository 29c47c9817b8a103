const megabyte = 1024 * 1024

/** Content types of uploaded pictures. The content itself decides, never the declared type. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

/** Limits of an uploaded picture (rules/http 49). */
export const pictureLimits = {
  /** Bytes of a file in a form. All files of a request have to fit into one invocation. */
  formBytes: 4 * megabyte,
  /** Bytes of a file that is uploaded to its own address. */
  uploadBytes: 5 * megabyte,
  /** Width × height × frames. */
  pixels: 40_000_000,
} as const

/** Message of the failures with code `UNSUPPORTED_IMAGE`. */
export const unsupportedPicture =
  'This file cannot be used as a picture. Send a complete JPEG, PNG, GIF or WebP with at most 40 million pixels.'

/** Longest side of a stored picture, in pixels: twice the size at which pages and apps show it. */
export const pictureSides = { avatar: 512, logo: 512, banner: 1600, event: 1600 } as const
export type PictureKind = keyof typeof pictureSides

/** Media folder of uploads that wait for their commit. They are never served (rules/http 50). */
export const pendingFolder = 'pending/'
