import type { SheetRow } from '../../row.ts'
import { happened, type Scene } from '../../scene.ts'

let schools = 0

const enrolled = async ({ w, people }: Scene): Promise<string> => {
  schools += 1
  const tenantKey = `own${schools}${w.home}`.slice(0, 30)
  await happened(
    people.root.device.createTenant({
      tenantKey,
      name: 'Hillside College',
      location: 'Hillside',
      subdomain: tenantKey,
      tenantType: 'campus',
      status: 'coming_soon',
    }),
  )
  return tenantKey
}

const school = (path: string) =>
  ({
    [`${path}.tenantKey`]: 'text',
    [`${path}.name`]: 'text',
    [`${path}.subdomain`]: 'text',
    [`${path}.location`]: 'text?',
    [`${path}.status`]: 'text',
    [`${path}.statusMessage`]: 'text?',
    [`${path}.tenantType`]: 'text?',
  }) as const

export const tenants: readonly SheetRow[] = [
  {
    call: 'GET /api/tenant-config',
    sends: async (scene) => {
      await enrolled(scene)
      return {}
    },
    reads: school('data.tenants[]'),
  },
  {
    call: 'GET /admin/platform/tenants',
    as: 'root',
    sends: async (scene) => {
      await enrolled(scene)
      return {}
    },
    reads: {
      ...school('data.tenants[]'),
      'data.tenants[].health.ok': 'flag',
      'data.tenants[].health.latencyMs': 'number',
      'data.tenants[].subdomainUrl': 'text',
      'data.tenants[].manualSteps': 'list',
      'data.tenants[].manualSteps[].id': 'text?',
      'data.tenants[].manualSteps[].title': 'text?',
      'data.tenants[].manualSteps[].description': 'text?',
      'data.tenants[].manualSteps[].completed': 'flag?',
      'data.tenants[].manualSteps[].automated': 'flag?',
      'data.tenants[].provisioningComplete': 'flag',
    },
  },
  {
    call: 'POST /admin/platform/tenants',
    as: 'root',
    sends: ({ w }) => ({
      body: {
        tenantKey: `new-${w.home}`,
        name: 'Lakeside College',
        subdomain: `new-${w.home}`,
        location: 'Lakeside',
        tenantType: 'campus',
        status: 'coming_soon',
        statusMessage: '',
        mongoDatabaseName: 'lakeside',
        mongoUri: '',
        pivotPilot: null,
      },
    }),
    reads: { 'data.tenantKey': 'text' },
  },
  {
    call: 'PUT /admin/platform/tenants/:tenantKey',
    when: 'its status',
    as: 'root',
    sends: async (scene) => ({
      path: { tenantKey: await enrolled(scene) },
      body: { status: 'active', statusMessage: '' },
    }),
    reads: { 'data.tenantKey': 'text' },
  },
  {
    call: 'PUT /admin/platform/tenants/:tenantKey',
    when: 'the whole form',
    as: 'root',
    sends: async (scene) => {
      const tenantKey = await enrolled(scene)
      return {
        path: { tenantKey },
        body: {
          name: 'Hillside University',
          subdomain: tenantKey,
          location: 'Hillside',
          tenantType: 'campus',
        },
      }
    },
    reads: { 'data.tenantKey': 'text' },
  },
  {
    call: 'PUT /admin/platform/tenants/:tenantKey',
    when: 'a mark on its list of what is to be done by hand, which the platform sees by itself',
    as: 'root',
    sends: async (scene) => ({
      path: { tenantKey: await enrolled(scene) },
      body: { provisioningConfirmations: { dns: true, pickerVerified: false } },
    }),
    refused: 400,
  },
  {
    call: 'POST /admin/platform/tenants/:tenantKey/health-check',
    as: 'root',
    sends: async (scene) => ({
      path: { tenantKey: await enrolled(scene) },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    reads: { 'data.health.ok': 'flag', 'data.health.latencyMs': 'number' },
  },
]
