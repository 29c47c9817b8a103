import { createHmac, createPublicKey } from 'node:crypto'
import { idp } from '../idp.ts'
import { signed, uris } from '../signing.ts'
import { edited, type Mutant, times } from './mutant.ts'

const stranger = idp(1)
const facade = createPublicKey(idp().key).export({ type: 'spki', format: 'pem' }).toString()

/** Signatures that are missing, wrong, weak, or cover something else. */
export const signatures: readonly Mutant[] = [
  {
    name: 'no signature',
    check: 'assertion is signed',
    alone: false,
    change: () => ({ seal: { parts: 'none' } }),
  },
  {
    name: 'the key of a stranger',
    check: 'assertion: signature',
    alone: false,
    change: () => ({ seal: { key: stranger.key } }),
  },
  {
    name: 'the key of a stranger, with a certificate along',
    check: 'assertion: signature',
    alone: false,
    change: () => ({
      seal: {
        key: stranger.key,
        keyInfo: `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${stranger.certificate
          .replace(/-----[^-]+-----/g, '')
          .replace(/\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
      },
    }),
  },
  {
    name: 'a good assertion in a message that a stranger has signed',
    check: 'message: signature',
    alone: false,
    change: () => ({ edit: (xml) => signed(xml, stranger) }),
  },
  edited('one letter of a name', 'assertion: signature', (xml) =>
    xml.replace('Ada Lovelace', 'Eve Lovelace'),
  ),
  edited('a role that was added', 'assertion: signature', (xml) =>
    xml.replace('>student<', '>student</saml:AttributeValue><saml:AttributeValue>admin<'),
  ),
  edited('a longer life', 'assertion: signature', (xml) =>
    xml.replace(/NotOnOrAfter="20/g, 'NotOnOrAfter="21'),
  ),
  {
    name: 'SHA-1',
    check: 'assertion: signature algorithm',
    alone: false,
    change: () => ({ seal: { method: uris.rsaSha1, digest: uris.sha1 } }),
  },
  {
    name: 'a digest of SHA-1',
    check: 'assertion: signature algorithm',
    alone: false,
    change: () => ({ seal: { digest: uris.sha1 } }),
  },
  {
    name: 'a keyed hash with the public key for a secret',
    check: 'assertion: signature algorithm',
    alone: false,
    change: () => ({
      seal: {
        method: uris.hmacSha256,
        sign: (info) => createHmac('sha256', facade).update(info).digest('base64'),
      },
    }),
  },
  {
    name: 'a reference to the whole document',
    check: 'assertion: signature reference',
    alone: false,
    change: () => ({ seal: { reference: '' } }),
  },
  {
    name: 'a reference to the response',
    check: 'assertion: signature reference',
    alone: false,
    change: (_, { responseId }) => ({ seal: { reference: `#${responseId}` } }),
  },
  edited('two references', 'signature places', (xml) =>
    xml.replace(/(<ds:Reference .*?<\/ds:Reference>)/s, '$1$1'),
  ),
  edited('fifty references', 'signature places', (xml) =>
    xml.replace(/(<ds:Reference .*?<\/ds:Reference>)/s, (one) => times(50, one)),
  ),
  edited('two bodies of one signature', 'signature places', (xml) =>
    xml.replace(/(<ds:SignedInfo>.*?<\/ds:SignedInfo>)/s, '$1$1'),
  ),
  edited('two digests', 'signature places', (xml) =>
    xml.replace(/(<ds:DigestValue>.*?<\/ds:DigestValue>)/s, '<ds:DigestValue>x</ds:DigestValue>$1'),
  ),
  edited('two signatures of one element', 'signature places', (xml) =>
    xml.replace(/(<ds:Signature .*<\/ds:Signature>)/s, '$1$1'),
  ),
  edited('a transform of another kind', 'assertion: signature form', (xml) =>
    xml.replace(
      /(<ds:Transform Algorithm=")[^"]*xml-exc-c14n#"/,
      '$1http://www.w3.org/TR/1999/REC-xslt-19991116"',
    ),
  ),
  edited('another canonical form', 'assertion: signature form', (xml) =>
    xml.replace(
      `<ds:CanonicalizationMethod Algorithm="${uris.exclusive}"`,
      '<ds:CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"',
    ),
  ),
  edited('an object within the signature', 'signature places', (xml) =>
    xml.replace('</ds:Signature>', '<ds:Object>x</ds:Object></ds:Signature>'),
  ),
]
