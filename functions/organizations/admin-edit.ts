import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { visibleLine } from '../../lib/contract/text/plain-text.ts'
import { orgNaming } from '../../lib/identity/org/name.ts'
import type { Organization, OrganizationBody } from '../../lib/identity/org/records.ts'
import type { UploadedFile } from '../../lib/operation.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { Write } from '../../lib/table/write.ts'
import { NameAndDescriptionRequired, NameTaken } from './contract/failures.ts'
import { dropImage, folderOf, withImages } from './images.ts'
import { refuseBadLanguage, renameWrites } from './names.ts'
import { bodyWrite, cardWrite, findOrganizationRecord, type OrganizationRecord } from './repository.ts'

/** A change by an administrator of the school. */
type AdminChange = {
  readonly card?: (before: Organization) => Partial<Organization>
  readonly body?: Partial<OrganizationBody>
  /** Further writes of the same transaction. They may have their own conditions. */
  also(before: OrganizationRecord): readonly Write[]
}

/** Changes card and body of any organization under their versions. Returns both as written. */
export const changeAsAdmin = async (
  orgId: string,
  change: AdminChange,
  { table, now }: Context<'admin'>,
): Promise<{ readonly before: OrganizationRecord; readonly after: OrganizationRecord }> => {
  return table.retryOnConflict(async () => {
    const before =
      (await findOrganizationRecord(table, orgId, { strong: true })) ?? fail(OrganizationNotFound)
    const changed = { ...change.card?.(before.card), updatedAt: now().toISOString() }
    const after = {
      ...before,
      card: { ...before.card, ...changed },
      body: { ...before.body, ...change.body },
    }
    const names = renameWrites(before.card, after.card, () => fail(NameTaken, { field: 'name' }))
    const written = await table.write([
      ...names,
      cardWrite(before.card, changed),
      ...(change.body ? [bodyWrite(before.body, change.body)] : []),
      ...change.also(before),
    ])
    return written.ok ? { before, after } : conflicted
  })
}

type Profile = {
  readonly orgId: string
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly files: { readonly image?: UploadedFile; readonly bannerImage?: UploadedFile }
}

/** Changes name, description and pictures for an administrator of the school. */
export const editAsAdmin = async (
  { orgId, name, description, files }: Profile,
  context: Context<'admin'>,
  also: AdminChange['also'],
): Promise<OrganizationRecord> => {
  if (name === '' || description === '') fail(NameAndDescriptionRequired)
  await refuseBadLanguage(name, description)
  const clean = name === undefined ? undefined : visibleLine(name)
  const { media } = context.gateways
  const { before, after } = await withImages(files, context, orgId, ({ image, bannerImage }) =>
    changeAsAdmin(
      orgId,
      {
        card: () => ({
          ...(clean === undefined ? {} : orgNaming(clean)),
          ...(description === undefined ? {} : { org_description: description }),
          ...(image === undefined ? {} : { org_profile_image: image }),
          ...(bannerImage === undefined ? {} : { org_banner_image: bannerImage }),
        }),
        ...(bannerImage === undefined ? {} : { body: { org_banner_image: bannerImage } }),
        also,
      },
      context,
    ),
  )
  const folder = folderOf(context.tenant.key, orgId)
  if (before.card.org_profile_image !== after.card.org_profile_image)
    await dropImage(media, folder, before.card.org_profile_image)
  if (before.body.org_banner_image !== after.body.org_banner_image)
    await dropImage(media, folder, before.body.org_banner_image)
  return after
}
