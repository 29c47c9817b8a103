import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'sessions',
    of: 'person',
    entities: ['Session'],
    holds: 'Devices that are signed in: kind of device and program, network address, first and last use',
    removed: 'At once; on leaving one of several schools the device that said goodbye',
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
]
