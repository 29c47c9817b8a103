import type { Context } from '../../lib/context.ts'
import type { Table } from '../../lib/table/table.ts'
import { findConfig, samlSession } from './repository.ts'

/** Whether the school's identity provider signs people in. */
export const signsPeopleIn = async (table: Table): Promise<boolean> =>
  (await findConfig(table))?.isActive === true

/** The code that writes logout messages is large, and loaded for sessions of an identity provider alone. */
const logouts = () => import('./logout.ts')

/**
 * Where to go on after a session has ended here, so that the school's identity provider signs the person out too. Undefined
 * for sessions that it did not begin, and where no logout is configured (rules/saml 37, 57).
 */
export const providerLogout = async (
  context: Pick<Context, 'table' | 'gateways' | 'tenant' | 'now'>,
  ended: { readonly globalUserId: string; readonly sid: string },
): Promise<string | undefined> => {
  const { sid } = ended
  const known = await context.table.get(samlSession, { sid }, { strong: true })
  return known && (await logouts()).startSamlLogout(context, ended)
}
