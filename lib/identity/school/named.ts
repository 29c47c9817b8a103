import type { Tenant } from '../../context.ts'
import { nameInMail } from '../../gateways/mail.ts'
import { webClientOf } from './addresses.ts'
import { schoolAt } from './schools.ts'
import { readSchool, type ZoneContext, zoneOfSchool } from './zone.ts'

/** A school with its display name, colour, logo and language, as a mail may show it. */
export type NamedSchool = Tenant & {
  readonly name: string
  readonly color?: string
  readonly logo?: string
}

/** The school for mails, with display name, branding and web addresses. A school that is not enrolled is shown by its key. */
export const readNamedSchool = async (
  context: Pick<ZoneContext, 'table' | 'once'> & { readonly settings: Parameters<typeof schoolAt>[0] },
  tenantKey: string,
): Promise<NamedSchool> => {
  const found = await readSchool(context)
  const web = webClientOf(found)
  const name = nameInMail(found?.name ?? tenantKey)
  const { color, logo, locale } = found ?? {}
  return {
    ...schoolAt(context.settings, tenantKey),
    timezone: zoneOfSchool(found, context.settings),
    name,
    ...(web ? { web } : {}),
    ...(color ? { color } : {}),
    ...(logo ? { logo } : {}),
    ...(locale ? { locale } : {}),
  }
}
