import { baseDomain, hostOf, productionWorld } from '../production.ts'
import { signedIn } from '../watched.ts'

export const apex = `https://${baseDomain}`

/** Origins that look like a school's and are none. */
export const hostileOrigins = (school: string, sister: string) => [
  `https://evil.${school}.${baseDomain}`,
  `https://${school}${baseDomain}`,
  `https://${school}.${baseDomain}.evil.example`,
  `https://evil-${school}.${baseDomain}`,
  `https://${school}.evil${baseDomain}`,
  `https://evil${baseDomain}`,
  `https://${baseDomain}.evil.example`,
  `http://${school}.${baseDomain}`,
  `http://${baseDomain}`,
  `https://${school}.${baseDomain}:8443`,
  `https://${school}.${baseDomain}:443`,
  `https://${school}.${baseDomain}/`,
  `https://${school}.${baseDomain}.`,
  `https://${school}.${baseDomain}@evil.example`,
  `https://${school}.${baseDomain}%00.evil.example`,
  `https://${(school[0] ?? '').toUpperCase()}${school.slice(1)}.${baseDomain}`,
  `HTTPS://${school}.${baseDomain}`,
  `https://${school}.${baseDomain}, https://evil.example`,
  ` https://${school}.${baseDomain}`,
  `https://${sister}x.${baseDomain}`,
  `https://api.${baseDomain}`,
  `https://user:x@${school}.${baseDomain}`,
  'https://localhost',
  'http://localhost:3000',
  'http://127.0.0.1',
  'https://evil.example',
  'file://',
  'null',
  '*',
  '',
]

/** A school in production with one member who is signed in. */
export const stage = async () => {
  const w = await productionWorld()
  const ada = await signedIn(w, 'ada', { host: hostOf(w.home) })
  return { w, ada, at: { host: hostOf(w.home) } }
}
