import type { Context } from '../../lib/context.ts'
import { fail, settleInOrder } from '../../lib/contract/failure.ts'
import { NotAMember } from '../../lib/contract/failures.ts'
import { orgProfile } from '../../lib/contract/organizations.ts'
import { pendingFolder, pictureLimits } from '../../lib/contract/picture.ts'
import type { StoredPicture } from '../../lib/gateways/pictures.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { orgNaming } from '../../lib/identity/org/name.ts'
import { type OrgRights, type OrgRoles, orgRightsOf } from '../../lib/identity/org/organizations.ts'
import type { Organization, OrganizationBody } from '../../lib/identity/org/records.ts'
import { isMember } from '../../lib/identity/person/caller.ts'
import type { Input, Operation } from '../../lib/operation.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { Write } from '../../lib/table/write.ts'
import { findForm, memberFormIdOf } from '../form-records/index.ts'
import { requireAllowedRoles, rolesWrites } from '../members/index.ts'
import { findSettings, isAllowedWhilePending } from '../policies/index.ts'
import {
  BadMessageSettings,
  BannerNotAFile,
  EditForbidden,
  NameAndDescriptionRequired,
  NameTaken,
  OrgIdRequired,
  OrgNotFound,
  OrgPendingApproval,
  UnsupportedImage,
  UploadNotFound,
} from './contract/failures.ts'
import { orgUploads } from './contract/uploads.ts'
import type { contract } from './contract.ts'
import {
  defaultImage,
  dropImage,
  folderOf,
  type Images,
  keepImage,
  renderImage,
  spendUpload,
  withImages,
} from './images.ts'
import { refuseBadLanguage, renameWrites } from './names.ts'
import { isSet, meetingOf, messageSettingsOf, positionsOf, setMemberForm, socialLinksOf } from './profile.ts'
import { bodyWrite, cardWrite, findOrganizationRecord, type OrganizationRecord } from './repository.ts'
import { recordViewOf } from './views.ts'

type OrganizationEdit = Input<(typeof contract)['rows']['editOrganization']>

/** The result of a change and its writes. */
type Plan = { readonly after: OrganizationRecord; readonly writes: readonly Write[] }

const cardChange = (requested: OrganizationEdit, { image }: Images): Partial<Organization> => {
  const { org_name, org_description, requireApprovalForJoin, unlisted, removeLogo } = requested
  const logo = image ?? (removeLogo !== undefined && isSet(removeLogo) ? defaultImage : undefined)
  if (org_name === '' || org_description === '') fail(NameAndDescriptionRequired)
  return {
    ...(org_name === undefined ? {} : orgNaming(org_name)),
    ...orgProfile.changes(requested),
    ...(requireApprovalForJoin === undefined
      ? {}
      : { requireApprovalForJoin: isSet(requireApprovalForJoin) }),
    ...(unlisted === undefined ? {} : { unlisted: isSet(unlisted) }),
    ...(logo === undefined ? {} : { org_profile_image: logo }),
  }
}

/** Roles are stored by id, so renaming a role does not affect who may post. */
const settingsChange = (sent: unknown, { roles }: OrgRoles) => {
  const { postingPermissions, ...rest } = messageSettingsOf(sent)
  const set = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  if (postingPermissions === undefined) return set
  const ids = postingPermissions.map(
    (requested) =>
      roles.find(({ name, _id }) => name === requested || _id === requested)?._id ?? fail(BadMessageSettings),
  )
  return { ...set, postingPermissions: ids }
}

/** Text in place of a banner file may be empty, which removes the banner, or its current address. */
const requireSameBanner = (
  sent: string | null,
  { org_banner_image: stands }: OrganizationBody,
): string | null => {
  if (sent === null || sent === '') return null
  return sent === stands ? stands : fail(BannerNotAFile, { field: 'org_banner_image' })
}

const bodyChange = (
  requested: OrganizationEdit,
  { bannerImage }: Images,
  before: OrganizationBody,
  roles: OrgRoles,
): Partial<OrganizationBody> => {
  const { weekly_meeting, socialLinks, messageSettings, org_banner_image } = requested
  const change: Partial<OrganizationBody> = {
    ...(weekly_meeting === undefined ? {} : { weekly_meeting: meetingOf(weekly_meeting) }),
    ...(socialLinks === undefined ? {} : { socialLinks: socialLinksOf(socialLinks) }),
    ...(org_banner_image === undefined
      ? {}
      : { org_banner_image: requireSameBanner(org_banner_image, before) }),
    ...(bannerImage === undefined ? {} : { org_banner_image: bannerImage }),
  }
  if (messageSettings === undefined) return change
  const set = settingsChange(messageSettings, roles)
  return { ...change, messageSettings: { ...before.messageSettings, ...set } }
}

/** Stores a form that the request contains; an empty value removes the organization's form. */
const formChange = async (
  sent: OrganizationEdit['memberForm'],
  orgId: string,
  context: Context<'member'>,
) => {
  if (sent === undefined) return { writes: [] }
  if (sent === null || sent === '') return { writes: [], memberForm: undefined }
  const before = await findForm(context.table, memberFormIdOf(orgId))
  const { formId, writes } = setMemberForm(sent, orgId, before, context)
  return { writes, memberForm: formId }
}

const rolesChange = (
  sent: OrganizationEdit['positions'],
  rights: OrgRights,
  context: Context<'member'>,
): OrgRoles =>
  sent === undefined
    ? rights.roles
    : { ...rights.roles, roles: requireAllowedRoles(positionsOf(sent), rights, context) }

const planEdit = async (
  before: OrganizationRecord,
  requested: OrganizationEdit,
  images: Images,
  context: Context<'member'>,
): Promise<Plan> => {
  const { card, body, roles } = before
  const rolesAfter = rolesChange(requested.positions, orgRightsOf(context.caller, roles, undefined), context)
  const [{ writes: formWrites, ...form }, roleWrites] = await Promise.all([
    formChange(requested.memberForm, card.orgId, context),
    rolesAfter === roles ? [] : rolesWrites(context.table, roles, rolesAfter.roles, context.now()),
  ])
  const bodyChanged = bodyChange(requested, images, body, rolesAfter)
  const { org_banner_image } = bodyChanged
  const changed = {
    ...cardChange(requested, images),
    ...(org_banner_image === undefined ? {} : { org_banner_image }),
    ...form,
    updatedAt: context.now().toISOString(),
  }
  const after = { card: { ...card, ...changed }, body: { ...body, ...bodyChanged }, roles: rolesAfter }
  const writes = [
    ...renameWrites(card, after.card, () => fail(NameTaken, { field: 'org_name' })),
    cardWrite(card, changed),
    ...(Object.keys(bodyChanged).length > 0 ? [bodyWrite(body, bodyChanged)] : []),
    ...roleWrites,
    ...formWrites,
  ]
  return { after, writes }
}

/** Fails unless the caller owns the organization. Administrators use the management routes (rules/organizations 11). */
const requireOwn = async (
  orgId: string,
  { table, caller }: Context<'member'>,
): Promise<OrganizationRecord> => {
  const [found, settings] = await Promise.all([
    findOrganizationRecord(table, orgId, { strong: true }),
    findSettings(table),
  ])
  const whole = found ?? fail(OrgNotFound)
  if (!orgRightsOf(caller, whole.roles, undefined).isOwner) fail(EditForbidden)
  return isAllowedWhilePending(settings, 'edit_profile', whole.card) ? whole : fail(OrgPendingApproval)
}

/** Writes a change under the versions it was planned on. Plans it again when members join meanwhile. */
const saveEdit = async (
  first: OrganizationRecord,
  requested: OrganizationEdit,
  images: Images,
  context: Context<'member'>,
) => {
  return context.table.retryOnConflict(async (turn) => {
    const before = turn === 0 ? first : await requireOwn(first.card.orgId, context)
    const { after, writes } = await planEdit(before, requested, images, context)
    const written = await context.table.write(writes)
    return written.ok ? { before, after } : conflicted
  })
}

const applyChange = async (
  first: OrganizationRecord,
  requested: OrganizationEdit,
  images: Images,
  context: Context<'member'>,
): Promise<OrganizationRecord> => {
  const { before, after } = await saveEdit(first, requested, images, context)
  const { media } = context.gateways
  const folder = folderOf(context.tenant.key, first.card.orgId)
  if (before.card.org_profile_image !== after.card.org_profile_image)
    await dropImage(media, folder, before.card.org_profile_image)
  if (before.body.org_banner_image !== after.body.org_banner_image)
    await dropImage(media, folder, before.body.org_banner_image)
  return after
}

/**
 * Edits an organization (rules/organizations 12). Deletes replaced pictures after the write (rules/organizations 18).
 */
export const editOrganization: Operation<Rows['editOrganization']> = async (requested, context) => {
  const { orgId = fail(OrgIdRequired), files } = requested
  if (orgId === '') fail(OrgIdRequired)
  const [before] = await settleInOrder([
    requireOwn(orgId, context),
    refuseBadLanguage(requested.org_name, requested.org_description),
    spendUpload(files, context),
  ])
  return {
    org: recordViewOf(
      await withImages(files, context, orgId, (images) => applyChange(before, requested, images, context)),
    ),
  }
}

/** Sets a picture that is already stored. */
const changeImage = async (
  orgId: string,
  image: Images,
  context: Context<'member'>,
): Promise<OrganizationRecord> => applyChange(await requireOwn(orgId, context), { files: {} }, image, context)

type Rows = (typeof contract)['rows']

const pendingKey = (tenantKey: string, orgId: string, uploadId: string): string =>
  `${pendingFolder}${folderOf(tenantKey, orgId)}/${uploadId}`

/** Returns an address for one PUT of a picture that is too large for a request (rules/organizations 19). */
export const requestOrgUpload: Operation<Rows['requestOrgUpload']> = async (
  { orgId, type, size },
  context,
) => {
  const { gateways, tenant, caller, newId, now } = context
  await spend(context, 'organizations.upload', orgUploads.limit, caller.tenantUserId ?? orgId)
  const uploadId = newId()
  const expires = new Date(now().getTime() + orgUploads.seconds * 1000)
  const upload = { type, maxBytes: size, expires }
  const uploadUrl = await gateways.media.uploadAddress(pendingKey(tenant.key, orgId, uploadId), upload)
  return { uploadId, uploadUrl, expiresAt: expires.toISOString() }
}

const isId = (uploadId: string): boolean => /^[0-9A-Za-z]{1,40}$/.test(uploadId)

const renderUpload = async (bytes: Uint8Array, kind: keyof Images): Promise<StoredPicture> =>
  bytes.length > pictureLimits.uploadBytes ? fail(UnsupportedImage) : renderImage(bytes, kind)

/**
 * Renders the uploaded file, stores the picture under its own key, and sets it on the organization. Deletes a file that
 * is not a picture.
 */
export const commitOrgUpload: Operation<Rows['commitOrgUpload']> = async (
  { orgId, uploadId, kind },
  context,
) => {
  const { gateways, tenant, caller } = context
  const { media } = gateways
  if (!isMember(caller)) return fail(NotAMember)
  if (!isId(uploadId)) fail(UploadNotFound)
  const pending = pendingKey(tenant.key, orgId, uploadId)
  const bytes = (await media.read(pending)) ?? fail(UploadNotFound)
  const picture = await renderUpload(bytes, kind).catch(async (error: unknown) => {
    await media.remove(pending)
    throw error
  })
  const address = await keepImage(picture, context, orgId)
  try {
    const whole = await changeImage(orgId, { [kind]: address }, { ...context, caller })
    await media.remove(pending)
    return { org: recordViewOf(whole) }
  } catch (error) {
    await dropImage(media, folderOf(tenant.key, orgId), address)
    throw error
  }
}
