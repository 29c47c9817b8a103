import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { isDormant } from '../../lib/contract/org-rules.ts'
import { orgProfile } from '../../lib/contract/organizations.ts'
import { visibleLine } from '../../lib/contract/text/plain-text.ts'
import { spendWrite } from '../../lib/identity/limit/limits.ts'
import {
  clubAssociationWrite,
  maxMemberships,
  memberRows,
  newMember,
} from '../../lib/identity/org/membership.ts'
import { orgNaming } from '../../lib/identity/org/name.ts'
import { type OrgRoles, orgRoles, ownerRole } from '../../lib/identity/org/organizations.ts'
import {
  defaultMessageSettings,
  type Organization,
  type OrganizationBody,
  organization,
  organizationBody,
  orgHistory,
  orgRoleCount,
} from '../../lib/identity/org/records.ts'
import type { TenantUser } from '../../lib/identity/person/records.ts'
import type { Input, Operation } from '../../lib/operation.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { put, type Write } from '../../lib/table/write.ts'
import { TooManyMemberships } from '../members/contract.ts'
import { initialRoles } from '../members/index.ts'
import { findSettings, firstApprovalState, type MessagingRules, newOrgWrites } from '../policies/index.ts'
import { NameAndDescriptionRequired, NameExists } from './contract/failures.ts'
import { type contract, orgLimits } from './contract.ts'
import { defaultImage, type Images, spendUpload, withImages } from './images.ts'
import { nameClaims, nameWrites, refuseBadLanguage } from './names.ts'
import { customRolesOf, isSet, meetingOf, newFormOf, newMemberForm, socialLinksOf } from './profile.ts'
import { type OrganizationRecord, readUser } from './repository.ts'
import { recordViewOf } from './views.ts'

type Rows = (typeof contract)['rows']

type OrganizationRequest = Input<(typeof contract)['rows']['createOrganization']>

/** The school's defaults for message length and visibility. The organization may change them later. */
const firstMessageSettings = ({
  defaultCharacterLimit,
  maxCharacterLimit,
  defaultVisibility,
}: MessagingRules) => ({
  ...defaultMessageSettings,
  visibility: defaultVisibility,
  characterLimit: Math.max(100, Math.min(defaultCharacterLimit, maxCharacterLimit, 2000)),
})

/** A new organization with its owner as the only member, and the writes for its form. */
const draftOrganization = (
  requested: OrganizationRequest,
  orgId: string,
  context: Context<'member'>,
): OrganizationRecord & { form: readonly Write[] } => {
  const at = context.now().toISOString()
  const owner = context.caller.tenantUserId
  const org_name = visibleLine(requested.org_name ?? '')
  const { org_description = '', memberForm: sent } = requested
  if (org_name === '' || org_description === '') fail(NameAndDescriptionRequired)
  const roles = initialRoles(
    requested.custom_roles === undefined ? [] : customRolesOf(requested.custom_roles),
    context,
  )
  const form = sent === undefined || sent === null || sent === '' ? undefined : newFormOf(sent)
  const made = form && newMemberForm(form, orgId, context)
  const card: Organization = {
    orgId,
    ...orgNaming(org_name),
    ...orgProfile.changes(requested),
    org_description,
    org_profile_image: defaultImage,
    owner,
    requireApprovalForJoin: isSet(requested.requireApprovalForJoin ?? false),
    ...(made ? { memberForm: made.formId } : {}),
    unlisted: false,
    verified: false,
    verificationType: 'basic',
    verificationStatus: 'pending',
    approvalStatus: 'approved',
    approvedAt: at,
    lifecycleStatus: 'active',
    orgTypeKey: 'default',
    memberCount: 1,
    followerCount: 0,
    eventCount: 0,
    createdAt: at,
    updatedAt: at,
    version: 1,
  }
  const body: OrganizationBody = {
    orgId,
    org_banner_image: null,
    weekly_meeting: meetingOf(requested.weekly_meeting ?? null),
    socialLinks: requested.socialLinks === undefined ? [] : socialLinksOf(requested.socialLinks),
    messageSettings: defaultMessageSettings,
    version: 1,
  }
  return { card, body, roles: { orgId, owner, roles, dormant: false, version: 1 }, form: made?.writes ?? [] }
}

const countWrites = ({ orgId, roles }: OrgRoles): Write[] =>
  roles.map(({ _id: roleId }) => put(orgRoleCount, { orgId, roleId, count: roleId === ownerRole ? 1 : 0 }))

const ownerWrites = (user: TenantUser, orgId: string, { now, newId }: Context<'member'>): Write[] => {
  const at = now().toISOString()
  const member = { ...newMember(user, at, { orgId, roles: [ownerRole] }), counted: true }
  const history = {
    orgId,
    userId: user.id,
    id: newId(),
    at,
    action: 'joined' as const,
    toStatus: member.status,
    roles: [ownerRole],
    actorUserId: user.id,
  }
  return [...memberRows(member).map(({ write }) => write), put(orgHistory, history)]
}

const withPictures = (
  { card, body, roles }: OrganizationRecord,
  { image, bannerImage }: Images,
): OrganizationRecord => ({
  card: {
    ...card,
    org_profile_image: image ?? card.org_profile_image,
    ...(bannerImage === undefined ? {} : { org_banner_image: bannerImage }),
  },
  body: { ...body, org_banner_image: bannerImage ?? body.org_banner_image },
  roles,
})

/**
 * One transaction: the name, the organization, the owner's membership and list, the form, and one of the person's daily
 * creations. Of concurrent requests for the same name, one succeeds.
 */
const storeOrganization = async (
  whole: OrganizationRecord,
  form: readonly Write[],
  maker: TenantUser | undefined,
  context: Context<'member'>,
): Promise<OrganizationRecord> => {
  const { table, caller, now } = context
  const { card, body, roles } = whole
  const { orgId } = card
  const spent = spendWrite(context, 'organizations.create', orgLimits.creation, caller.tenantUserId)
  const claims = nameClaims(card, () => fail(NameExists, { field: 'org_name' }))
  return table.retryOnConflict(async (turn) => {
    const user = (turn === 0 ? maker : await readUser(table, caller.tenantUserId)) ?? fail(ConcurrentChange)
    if (user.clubAssociations.length >= maxMemberships) fail(TooManyMemberships)
    const written = await table.write([
      // A taken name is refused before a used-up limit.
      ...claims,
      spent,
      clubAssociationWrite(user, orgId, true, now().toISOString()),
      ...nameWrites(card),
      put(organization, card, { absent: true }),
      put(organizationBody, body, { absent: true }),
      put(orgRoles, roles, { absent: true }),
      ...countWrites(roles),
      ...ownerWrites(user, orgId, context),
      ...form,
    ])
    return written.ok ? whole : conflicted
  })
}

/** Creates an organization (rules/organizations 1, rules/organizations 17). */
export const createOrganization: Operation<Rows['createOrganization']> = async (requested, context) => {
  const orgId = context.newId()
  const { form, ...whole } = draftOrganization(requested, orgId, context)
  const [maker, settings] = await Promise.all([
    readUser(context.table, context.caller.tenantUserId),
    findSettings(context.table),
    refuseBadLanguage(whole.card.org_name, whole.card.org_description),
    spendUpload(requested.files, context),
  ])
  const card = { ...whole.card, ...firstApprovalState(settings) }
  const roles = { ...whole.roles, dormant: isDormant(card) }
  const body = { ...whole.body, messageSettings: firstMessageSettings(settings.messaging) }
  const along = [...form, ...newOrgWrites(settings, card, context)]
  const created = await withImages(requested.files, context, orgId, (images) =>
    storeOrganization(withPictures({ card, body, roles }, images), along, maker, context),
  )
  return { org: recordViewOf(created) }
}
