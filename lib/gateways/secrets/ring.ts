import * as z from 'zod/mini'
import type { IssuedSecret } from '../gateways.ts'

const strong = z.string().check(z.minLength(32), z.maxLength(1024))
const SigningSecret = z.object({ current: strong, previous: z.optional(strong) })

/**
 * Reads `{"current": "…", "previous": "…"}`: newest first, `previous` only while a rotation lasts.
 * Throws an error that names the place and never the content.
 */
export const ringOf = (text: string, place: string): readonly string[] => {
  const parsed = z.safeParse(SigningSecret, jsonOf(text))
  if (!parsed.success) {
    throw new Error(
      `${place} must hold JSON: "current" and perhaps "previous", each of 32 characters or more.`,
    )
  }
  const { current, previous } = parsed.data
  return previous === undefined ? [current] : [current, previous]
}

const Issued = z.object({
  googleClientSecret: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
  applePrivateKey: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
})

/** Reads what identity providers have issued, from beside the signing secrets. */
export const issuedIn = (text: string, name: IssuedSecret): string | undefined => {
  const parsed = z.safeParse(Issued, jsonOf(text))
  return parsed.success ? parsed.data[name] : undefined
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
