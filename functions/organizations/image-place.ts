import type { MediaStore } from '../../lib/gateways/gateways.ts'

/** Where the pictures of an organization are kept. */
export const folderOf = (tenantKey: string, orgId: string): string => `orgs/${tenantKey}/${orgId}`

/** Removes the picture behind an address, if it is one that was kept for this organization. */
export const dropImage = async (
  media: MediaStore,
  folder: string,
  address: string | null | undefined,
): Promise<void> => {
  const [, name] = address?.split(`${media.addressOf(folder)}/`) ?? []
  if (name) await media.remove(`${folder}/${name}`)
}
