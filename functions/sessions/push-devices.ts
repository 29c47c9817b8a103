import { fail } from '../../lib/contract/failure.ts'
import { identityOf, showsSchool } from '../../lib/identity/person/caller.ts'
import { requireSelf } from '../../lib/identity/person/person.ts'
import { filterTrusted } from '../../lib/identity/school/provider-trust.ts'
import { registrationsOf, unregister } from '../../lib/identity/session/push-devices.ts'
import type { Operation } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { PushDeviceNotFound } from './contract.ts'

type Rows = (typeof contract)['rows']

export const listPushDevices: Operation<Rows['listPushDevices']> = async (_, context) => {
  const { caller, table, tenant } = context
  const { person } = await requireSelf(context, identityOf(caller))
  const all = await registrationsOf(table, person.rights)
  const places = all.filter(({ school }) => showsSchool(caller, tenant.key, school))
  const sessions = await filterTrusted(table, person.sessions)
  const devices = sessions.map((one) => ({
    ...one,
    schools: places.flatMap(({ school, user: { pushSession, pushAppEdition = 'campus' } }) =>
      pushSession === one.id ? [{ school, appEdition: pushAppEdition as 'campus' | 'pivot' }] : [],
    ),
    isCurrent: one.id === caller.sid,
  }))
  return {
    devices: devices.filter(({ schools, epoch }) => schools.length > 0 && epoch === person.rights.epoch),
  }
}

export const removePushDevice: Operation<Rows['removePushDevice']> = async ({ deviceId }, context) => {
  const { caller, table, tenant } = context
  const { person } = await requireSelf(context, identityOf(caller))
  const places = await registrationsOf(table, person.rights)
  const own = places.filter(
    ({ school, user }) => user.pushSession === deviceId && showsSchool(caller, tenant.key, school),
  )
  const unregistered = await Promise.all(own.map((place) => unregister(table, place)))
  if (!unregistered.includes(true)) fail(PushDeviceNotFound)
}
