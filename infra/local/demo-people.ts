/** A person of the demo campus. `key` names the person in sample invocations. */
export type DemoPerson = {
  readonly key: 'root' | 'dean' | 'ada' | 'ben'
  readonly tenant: string
  readonly email: string
  readonly username: string
  readonly name: string
  readonly roles: readonly string[]
  readonly about: string
}

/** One password for all: the demo runs on a laptop and answers on loopback only. */
export const demoPassword = 'demo password'

/** Is on the deployment's list of platform administrators, like the first one of a real deployment. */
export const demoAdminEmail = 'root@platform.example.edu'

export const demoSchools = [
  {
    tenantKey: 'demo',
    name: 'Demo University',
    location: 'Springfield',
    timezone: 'America/New_York',
    emailDomains: ['demo.example.edu'],
  },
  {
    tenantKey: 'rpi',
    name: 'Riverside Polytechnic Institute',
    location: 'Riverside',
    timezone: 'America/New_York',
    emailDomains: ['rpi.example.edu'],
  },
] as const

export const demoPeople: readonly DemoPerson[] = [
  {
    key: 'root',
    tenant: 'demo',
    email: demoAdminEmail,
    username: 'robin',
    name: 'Robin Root',
    roles: ['user'],
    about: 'platform administrator',
  },
  {
    key: 'dean',
    tenant: 'demo',
    email: 'dean@demo.example.edu',
    username: 'dean',
    name: 'Dana Dean',
    roles: ['user', 'admin'],
    about: 'administrator of demo',
  },
  {
    key: 'ada',
    tenant: 'demo',
    email: 'ada@demo.example.edu',
    username: 'ada',
    name: 'Ada Student',
    roles: ['user'],
    about: 'student',
  },
  {
    key: 'ben',
    tenant: 'rpi',
    email: 'ben@rpi.example.edu',
    username: 'ben',
    name: 'Ben Student',
    roles: ['user'],
    about: 'student of the sister school',
  },
]
