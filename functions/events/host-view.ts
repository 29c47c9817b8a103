import type { HostView } from './contract/host-shapes.ts'

type HostedRecord = {
  readonly hostingId: string
  readonly hostingType: string
  readonly host: { readonly name: string; readonly image?: string | undefined }
}

/** A person as the host of an event. */
export const personAsHost = (person: {
  readonly id: string
  readonly name: string
  readonly username?: string | undefined
  readonly picture?: string | undefined
}): HostView => ({
  _id: person.id,
  name: person.name,
  username: person.username,
  picture: person.picture,
  image: person.picture,
  roles: [],
})

/** An organization as host or collaborator. */
export const orgAsHost = (org: {
  readonly orgId: string
  readonly org_name: string
  readonly org_profile_image?: string | undefined
}): HostView => ({
  _id: org.orgId,
  name: org.org_name,
  org_name: org.org_name,
  org_profile_image: org.org_profile_image,
  roles: [],
})

/** The host from the copies on the card; reads nothing. */
export const hostViewOf = ({ hostingId, hostingType, host: { name, image } }: HostedRecord): HostView =>
  hostingType === 'Org'
    ? orgAsHost({ orgId: hostingId, org_name: name, org_profile_image: image })
    : personAsHost({ id: hostingId, name, picture: image })
