import { access } from '../../lib/identity/person/records.ts'
import { platformKey } from '../../lib/identity/school/schools.ts'
import { listOwnSignIns, signInRecord } from '../../lib/identity/session/sign-in-history.ts'
import { maxErasedPerPage, maxExportedRows, type PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'sessions',
    of: 'person',
    entities: ['Session'],
    holds: 'Signed-in devices: kind of device and program, network address, first and last use',
    removed: 'At once. On leaving one of several schools, the device that you used to leave.',
    async collect({ person }) {
      const rows = person.sessions.map(
        ({ id, deviceInfo, userAgent, clientType, ipAddress, authMethod, tenantKey, ...times }) => {
          const { lastUsed, createdAt, expiresAt } = times
          const device = { id, deviceInfo, userAgent, clientType, ipAddress, authMethod }
          return { ...device, school: tenantKey, lastUsed, createdAt, expiresAt }
        },
      )
      return { rows }
    },
  },
  {
    name: 'signIns',
    of: 'person',
    entities: ['SignInRecord'],
    holds:
      'Sign-ins and failed sign-ins of the last 90 days, by the hour: time, school, method, kind of device and network',
    removed:
      'Within minutes of leaving that school, and all of them with the last school. Automatically after 90 days.',
    async collect({ person }, table) {
      const lists = [...Object.keys(person.rights.memberships), platformKey]
      const { items, next } = await listOwnSignIns(table, person.user.id, lists, { limit: maxExportedRows })
      const rows = items.map(({ globalUserId: _, list: __, id: ___, tenantKey: school, ...row }) => ({
        school,
        ...row,
      }))
      return { rows, ...(next === undefined ? {} : { rest: 'For older ones, call GET /sign-ins' }) }
    },
    async erase({ globalUserId, since }, table) {
      const rights = await table.get(access, { globalUserId }, { strong: true })
      const lists = [...(table.tenant === undefined ? [] : [table.tenant]), ...(rights ? [] : [platformKey])]
      const pages = await Promise.all(
        lists.map((list) =>
          table.list(signInRecord, { keyParams: { globalUserId, list }, limit: maxErasedPerPage / 2 }),
        ),
      )
      const own = pages.flatMap(({ items }) => items).filter(({ at }) => at <= since)
      await Promise.all(own.map((row) => table.remove(signInRecord, row)))
      return own.length > 0 && pages.some(({ cursor }) => cursor !== undefined)
    },
  },
]
