import { createPublicKey } from 'node:crypto'
import { publicKeyOf } from '../../../lib/identity/token/keys.ts'
import type { Person } from '../watched.ts'
import { mint, partsOf, platformKey, resigned, strangersKey } from './forge.ts'

/** Access tokens that nobody may come in with, by what is wrong with them. All begin with a genuine one of `ada`. */
export const forgedAccessTokens = (ada: Person, bob: Person, ended: Person, now: Date) => {
  const good = ada.accessToken
  const { header, payload } = partsOf(good)
  const [head = '', body = '', signature = ''] = good.split('.')
  const key = platformKey('access')
  const publicKey = publicKeyOf(key.x)
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const jwk = publicKey.export({ format: 'jwk' })
  const foreign = strangersKey('access')
  const foreignJwk = createPublicKey(foreign.privateKey).export({ format: 'jwk' })
  const seconds = Math.floor(now.getTime() / 1000)
  const with_ = (more: object) => ({ header: { ...header, ...more }, payload })
  const symmetric = (secret: string | Buffer) => mint(with_({ alg: 'HS256' }), secret)
  const byStranger = (more: object) => mint(with_(more), foreign.privateKey)
  const claims = (more: object) => resigned(good, { payload: more as Record<string, unknown> })
  const bobs = partsOf(bob.accessToken).payload

  return {
    'alg none': mint(with_({ alg: 'none' }), undefined),
    'alg None': mint(with_({ alg: 'None' }), undefined),
    'alg NONE': mint(with_({ alg: 'NONE' }), undefined),
    'alg nOnE with the old signature': `${mint(with_({ alg: 'nOnE' }), undefined)}${signature}`,
    'alg empty': mint(with_({ alg: '' }), undefined),
    'alg missing': mint(with_({ alg: undefined }), undefined),
    'alg a list': mint(with_({ alg: ['EdDSA'] }), key.privateKey),
    'HS256 with the public key, text': symmetric(key.x),
    'HS256 with the public key, bytes': symmetric(Buffer.from(key.x, 'base64url')),
    'HS256 with the public key, PEM': symmetric(pem),
    'HS256 with the public key, JWK': symmetric(JSON.stringify(jwk)),
    'HS256 with an empty secret': symmetric(''),
    RS256: mint(with_({ alg: 'RS256' }), key.privateKey),
    ES256: mint(with_({ alg: 'ES256' }), key.privateKey),
    'kid missing': mint(with_({ kid: undefined }), key.privateKey),
    'kid unknown': byStranger({ kid: foreign.kid }),
    'kid like a path': byStranger({ kid: '../../../../dev/null' }),
    'kid like a key of the table': byStranger({ kid: `${key.kid}#` }),
    'kid a list': mint(with_({ kid: [key.kid] }), key.privateKey),
    'kid endless': byStranger({ kid: 'k'.repeat(600) }),
    'kid of the refresh key': byStranger({ kid: platformKey('refresh').kid }),
    'signed with the refresh key': mint(
      with_({ kid: platformKey('refresh').kid }),
      platformKey('refresh').privateKey,
    ),
    jku: byStranger({ jku: 'https://evil.example/jwks.json' }),
    'jwk in the header': byStranger({ jwk: foreignJwk }),
    'x5u and x5c': byStranger({ x5u: 'https://evil.example/x.pem', x5c: ['MIIB'] }),
    'crit unknown': resigned(good, { header: { crit: ['exp2'], exp2: 1 } }),
    'crit b64': resigned(good, { header: { crit: ['b64'], b64: false } }),
    "another platform's key under our kid": byStranger({}),
    'another audience': claims({ aud: 'quad:refresh' }),
    'no audience': claims({ aud: undefined }),
    'another issuer': claims({ iss: 'quad.evil.example' }),
    'no issuer': claims({ iss: undefined }),
    'typ of a refresh token': resigned(good, { header: { typ: 'rt+jwt' } }),
    'typ header JWT': resigned(good, { header: { typ: 'JWT' } }),
    'typ header missing': resigned(good, { header: { typ: undefined } }),
    'typ claim missing': claims({ typ: undefined }),
    'typ claim refresh': claims({ typ: 'refresh' }),
    'roles missing': claims({ roles: undefined }),
    'sid missing': claims({ sid: undefined }),
    'globalUserId missing': claims({ globalUserId: undefined }),
    'globalUserId an object': claims({ globalUserId: { $ne: '' } }),
    'a refresh token': ada.refreshToken,
    expired: claims({ iat: seconds - 2000, exp: seconds - 1 }),
    'expired this second': claims({ exp: seconds }),
    'no expiry': claims({ exp: undefined }),
    'expiry as text': claims({ exp: String(seconds + 900) }),
    'not valid yet': claims({ nbf: seconds + 60 }),
    'payload changed': `${head}.${Buffer.from(JSON.stringify({ ...payload, roles: ['root'] })).toString('base64url')}.${signature}`,
    'signature changed': `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'signature of another token': `${head}.${body}.${bob.accessToken.split('.')[2]}`,
    'signature cut': `${head}.${body}.${signature.slice(0, -2)}`,
    'signature missing': `${head}.${body}.`,
    'two parts': `${head}.${body}`,
    'four parts': `${good}.x`,
    'five kilobytes': claims({ filling: 'x'.repeat(5 * 1024) }),
    'NUL inside': `${head}.${body}\u0000.${signature}`,
    'NUL at the end': `${good}\u0000`,
    'padding at the end': `${good}==`,
    "another's session under the own name": claims({ sid: bobs.sid }),
    "another's name with the own session": claims({ globalUserId: bobs.globalUserId }),
    'session made up': claims({ sid: '00000000000000000000000000' }),
    'session that was revoked': ended.accessToken,
    'not a token': 'nonsense',
    'JSON instead of a token': JSON.stringify(payload).replaceAll(' ', ''),
  }
}
