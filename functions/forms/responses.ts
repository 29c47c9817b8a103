import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { orgRightsOf } from '../../lib/identity/org/organizations.ts'
import { isAdmin } from '../../lib/identity/person/caller.ts'
import { FormNotFound, ResponsesForbidden } from '../form-records/contract.ts'
import {
  type Form,
  type FormResponse,
  findForm,
  findOrgFacts,
  joinResponses,
  listResponses,
  responseViewOf,
} from '../form-records/index.ts'

const permissionsFor = ({ purpose }: Form) =>
  purpose === 'membership' ? (['manage_members'] as const) : (['manage_members', 'manage_events'] as const)

/**
 * Admits managers of the organization, the owner of a personal form, and administrators. A form of a deleted
 * organization counts as deleted.
 */
const requireReader = async (form: Form, { caller, table }: Context<'caller'>): Promise<void> => {
  if (form.formOwnerType === 'User') {
    if (!isAdmin(caller) && caller.tenantUserId !== form.formOwner) fail(ResponsesForbidden)
    return
  }
  const { roles, member } = await findOrgFacts(table, form.formOwner, caller.tenantUserId)
  if (!roles || roles.deletedAt !== undefined) fail(FormNotFound)
  const rights = orgRightsOf(caller, roles, member)
  if (!permissionsFor(form).some((permission) => rights.may(permission))) fail(ResponsesForbidden)
}

/** The maximum size of a page, which must pass the gateway. */
const mostBytes = 4 * 1024 * 1024
/** The maximum size of one table query. */
const answersBytes = 1024 * 1024

/** Responses that fit into one page, each with its snapshot. */
const mostOf = ({ largest }: Form): number =>
  Math.max(1, Math.floor((mostBytes - answersBytes) / Math.max(1, largest)))

/** Lists one page of responses, each with the version it answers. Pages of large forms are shorter. */
export const listFormResponses = async (
  { formId, ...query }: { formId: string } & Parameters<typeof pageOf>[0],
  context: Context<'caller'>,
) => {
  const { table } = context
  const pageQuery = pageOf(query)
  const [form, first] = await Promise.all([findForm(table, formId), listResponses(table, formId, pageQuery)])
  if (!form) return fail(FormNotFound)
  const show = async () => {
    const page =
      first.items.length <= mostOf(form)
        ? first
        : await listResponses(table, formId, { ...pageQuery, limit: mostOf(form) })
    return { page, ...(await joinResponses(table, page.items, form)) }
  }
  const [{ page, versions, people }] = await Promise.all([show(), requireReader(form, context)])
  return {
    responses: page.items.map((response: FormResponse) =>
      responseViewOf(
        response,
        versions.get(response.contentVersion) ?? form,
        people.get(response.submittedBy ?? ''),
      ),
    ),
    nextCursor: page.cursor,
  }
}
