import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import type { MediaStore } from '../../../lib/gateways/gateways.ts'
import { isMediaKey } from '../../../lib/gateways/media-key.ts'
import { renderPicture } from '../../../lib/gateways/pictures.ts'
import { spend } from '../../../lib/identity/limit/limits.ts'
import type { UploadedFile } from '../../../lib/operation.ts'
import { UnsupportedPicture } from '../contract/failures.ts'
import { planningLimits } from '../contract/request-bodies.ts'

type PicturesContext = Pick<Context, 'gateways' | 'tenant' | 'newId'>

const folderOf = (tenantKey: string, eventId: string): string => `events/${tenantKey}/${eventId}`

/** Counts an upload against the caller's limit. */
export const spendPicture = (context: Context<'caller'>): Promise<void> => {
  const { tenantUserId, globalUserId } = context.caller
  return spend(context, 'events.picture', planningLimits.picture, tenantUserId ?? globalUserId ?? '')
}

/** Deletes the file behind a picture address if it was stored for this event. Planners may set any address. */
export const dropPicture = async (
  { gateways: { media }, tenant }: { gateways: { media: MediaStore }; tenant: { key: string } },
  eventId: string,
  address: string | undefined,
): Promise<void> => {
  const folder = folderOf(tenant.key, eventId)
  const [, name] = address?.split(`${media.addressOf(folder)}/`) ?? []
  if (name && isMediaKey(`${folder}/${name}`)) await media.remove(`${folder}/${name}`)
}

/**
 * Stores a picture under its own key, so that caches never show an old one, while `write` saves the address. Deletes
 * the picture when `write` fails. Without a picture, `write` gets no address. Fails with 400 when the file is not a
 * picture.
 */
export const withPicture = async <R>(
  file: UploadedFile | undefined,
  context: PicturesContext,
  eventId: string,
  write: (address: string | undefined) => Promise<R>,
): Promise<R> => {
  if (!file || file.bytes.length === 0) return write(undefined)
  const { bytes, type, extension } = (await renderPicture(file.bytes, 'event')) ?? fail(UnsupportedPicture)
  const { media } = context.gateways
  const key = `${folderOf(context.tenant.key, eventId)}/${context.newId()}.${extension}`
  await media.put(key, bytes, type)
  const address = media.addressOf(key)
  try {
    return await write(address)
  } catch (error) {
    await media.remove(key)
    throw error
  }
}
