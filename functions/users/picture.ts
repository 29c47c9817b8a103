import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import type { MediaStore } from '../../lib/gateways/gateways.ts'
import { extensionOf, sniffImage } from '../../lib/gateways/image.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import type { UploadedFile } from '../../lib/operation.ts'
import { uploadLimits } from './contract.ts'
import { NoFile, UnsupportedImage, UserNotFound } from './failures.ts'
import { changeSelf } from './profile.ts'
import { readUser } from './repository.ts'

const folderOf = (tenantKey: string, userId: string): string => `users/${tenantKey}/${userId}`

/** Removes the picture behind an address, if it is one that this person uploaded here and not a provider's. */
export const removePicture = async (
  media: MediaStore,
  { tenantKey, userId, picture }: { tenantKey: string; userId: string; picture: string | undefined },
): Promise<void> => {
  const folder = folderOf(tenantKey, userId)
  const [, name] = picture?.split(`${media.addressOf(folder)}/`) ?? []
  if (name) await media.remove(`${folder}/${name}`)
}

/**
 * Keeps the picture under a key of its own, so that caches never show an old one, then names it in the user's record,
 * and removes the one before it last: an address that somebody reads always leads to a picture.
 */
export const uploadPicture = async (
  file: UploadedFile | undefined,
  context: Context<'member'>,
): Promise<string> => {
  const { gateways, tenant, caller, newId, table } = context
  if (!file || file.bytes.length === 0) return fail(NoFile)
  const type = sniffImage(file.bytes) ?? fail(UnsupportedImage)
  const [self] = await Promise.all([
    readUser(table, caller.tenantUserId),
    spend(context, 'users.upload', uploadLimits.person, caller.tenantUserId),
  ])
  if (!self) fail(UserNotFound)
  const key = `${folderOf(tenant.key, caller.tenantUserId)}/${newId()}.${extensionOf(type)}`
  const picture = gateways.media.addressOf(key)
  await gateways.media.put(key, file.bytes, type)
  const { before } = await changeSelf(context, () => ({ picture }), self).catch(async (error: unknown) => {
    await gateways.media.remove(key)
    throw error
  })
  const old = { tenantKey: tenant.key, userId: before.id, picture: before.picture }
  await removePicture(gateways.media, old)
  return picture
}
