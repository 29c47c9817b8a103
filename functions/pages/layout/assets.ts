import { fail } from '../../../lib/contract/failure.ts'
import { answer } from '../../../lib/contract/reply.ts'
import { StyleMissing } from '../contract/asset-rows.ts'
import { styleFile } from './style.ts'

/** Browsers keep an address that names this very text for a year, and ask again for any other. */
export const getStyle = async ({ file }: { readonly file: string }) => {
  const { text, isCurrent } = styleFile(file) ?? fail(StyleMissing)
  const kept = isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache'
  return answer(text, { headers: { 'cache-control': kept } })
}
