import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import type { MediaStore } from '../../lib/gateways/gateways.ts'
import { renderPicture, type StoredPicture } from '../../lib/gateways/pictures.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import type { UploadedFile } from '../../lib/operation.ts'
import { UnsupportedImage } from './contract/failures.ts'
import { orgUploads } from './contract/uploads.ts'

/** The profile image of an organization without a logo. */
export const defaultImage = '/Logo.svg'

/** An organization's pictures: profile image and banner. */
type ImageKind = 'image' | 'bannerImage'
export type Images = Readonly<Partial<Record<ImageKind, string>>>
type Files = Readonly<Partial<Record<ImageKind, UploadedFile>>>

const kindsIn = (files: Files): ImageKind[] =>
  (['image', 'bannerImage'] as const).filter((kind) => (files[kind]?.bytes.length ?? 0) > 0)

/** Counts a request that uploads pictures. */
export const spendUpload = async (files: Files, context: Context<'member'>): Promise<void> => {
  if (kindsIn(files).length > 0)
    await spend(context, 'organizations.upload', orgUploads.limit, context.caller.tenantUserId)
}

const renderKinds = { image: 'logo', bannerImage: 'banner' } as const

/** The picture to store for an upload. Fails with 400 when the file is not a picture, with the form's field, if any. */
export const renderImage = async (
  bytes: Uint8Array,
  kind: ImageKind,
  details: { readonly field?: ImageKind } = {},
): Promise<StoredPicture> =>
  (await renderPicture(bytes, renderKinds[kind])) ?? fail(UnsupportedImage, details)

/** Stores a picture under a unique key, so that caches never show an old one. Returns its address. */
export const keepImage = async (
  { bytes, type, extension }: StoredPicture,
  { gateways, tenant, newId }: Pick<Context, 'gateways' | 'tenant' | 'newId'>,
  orgId: string,
): Promise<string> => {
  const key = `${folderOf(tenant.key, orgId)}/${newId()}.${extension}`
  await gateways.media.put(key, bytes, type)
  return gateways.media.addressOf(key)
}

/**
 * Stores a form's pictures while `write` saves their addresses in the table. Renders all pictures before it stores the
 * first one. When `write` fails, it deletes all of them.
 */
export const withImages = async <R>(
  files: Files,
  context: Pick<Context, 'gateways' | 'tenant' | 'newId'>,
  orgId: string,
  write: (images: Images) => Promise<R>,
): Promise<R> => {
  const rendered: [ImageKind, StoredPicture][] = []
  for (const kind of kindsIn(files))
    rendered.push([kind, await renderImage(files[kind]?.bytes ?? new Uint8Array(), kind, { field: kind })])
  const { media } = context.gateways
  const images: Partial<Record<ImageKind, string>> = {}
  try {
    for (const [kind, picture] of rendered) images[kind] = await keepImage(picture, context, orgId)
    return await write(images)
  } catch (error) {
    const folder = folderOf(context.tenant.key, orgId)
    await Promise.all(Object.values(images).map((address) => dropImage(media, folder, address)))
    throw error
  }
}

/** The folder of an organization's pictures. */
export const folderOf = (tenantKey: string, orgId: string): string => `orgs/${tenantKey}/${orgId}`

/** Deletes the picture at an address, if it belongs to this organization. */
export const dropImage = async (
  media: MediaStore,
  folder: string,
  address: string | null | undefined,
): Promise<void> => {
  const [, name] = address?.split(`${media.addressOf(folder)}/`) ?? []
  if (name) await media.remove(`${folder}/${name}`)
}
