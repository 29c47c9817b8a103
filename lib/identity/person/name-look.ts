import { visibleLine } from '../../contract/plain-text.ts'

/**
 * Letters that look like those of the Latin alphabet or like digits, from Unicode's list of confusable signs (UTS 39):
 * those of Latin, Greek, Cyrillic, Armenian, Coptic, Cherokee and Lisu. What NFKC writes in plain letters is not here.
 */
const lookalikes: Readonly<Record<string, string>> = {
  2: 'ꝚƧƻꙄϨ',
  3: 'ꞫȜƷꝪЗӠҘⳌ',
  a: 'ɑαаΑАᎪꓮ',
  b: 'ƄꞴɓƃƂƀΒЬВҍҌѣѢᏏᏴꓐ',
  c: 'ᴄȼϲϹсСҫҪⲥⲤᏟꮯꓚ',
  d: 'ɗɖƌđĐÐƉԁᎠᏧꓒꓓ',
  e: 'ꬲɇɆΕеЕҽҿᎬꓰ',
  f: 'ꬵꞙẝꞘƒƑᵮϜքꓝ',
  g: 'ɡᶃƍɠǥǤցԌᏀᏳꓖ',
  h: 'ɦⱧħĦΗһҺНꚕҢћӉӇհⲎᎻᏂᏲꓧ',
  i: 'ıɪɩɨᵻᵼƗΙιіІꙇӏӀⲒƖǀꭵᎥꓲ',
  j: 'ƝɉɈϳͿјЈꞲᎫꓙ',
  k: 'ƙⱩꝀΚКҚҞⲔᏦꓗ',
  l: 'łŁɭƚɫⳐᏞꓡ',
  m: 'ɱᵯΜϺМӍⲘᎷꓟ',
  n: 'ɳƞƝᵰΝηոռⲚꓠ',
  o: 'ᴏᴑꬽøꬾØɵꝋƟꝊοΟσθϑΘϴоОөѳӨѲօՕⲟⲞᎾᎾꮎꓳ',
  p: 'ƥᵽρΡϱрРⲣⲢᏢꓑ',
  q: 'ʠԛգզ',
  r: 'ꭇꭈƦɽɼɍᵲᴦгғⲅꮁᎡᏒꓣ',
  s: 'ꜱƽʂᵴѕЅՏꮪᏕᏚꓢ',
  t: 'ƭȾȚƮŧŦᵵΤТҬⲦᎢꓔ',
  u: 'ꞟᴜꭎꭒʋᵾɄυսՍꮜᏌꓴ',
  v: 'ᴠνѵѴꮩᏙꓦ',
  w: 'ɯᴡꝡѡԝԜѽաꮃᎳᏔꓪ',
  x: 'ꞳχΧхХҲⲬꓫ',
  y: 'ɣᶌʏỿꭚƴɏɎγΥϒуУүҮұҰⲨᎩᎽꓬ',
  z: 'ᴢʐƶƵȥȤᵶΖꮓᏃꓜ',
  ae: 'æÆӕӔ',
  oe: 'œŒ',
  '-': '‐‑‒–—―−⁃',
  "'": '‘’‛ʼʹ′`´ʻʽ',
  '"': '“”„‟″',
}
const plainSigns = new Map(
  Object.entries(lookalikes).flatMap(([plain, signs]) => [...signs].map((sign) => [sign, plain] as const)),
)

const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{Mn}*)\p{Mn}/gu

/** A name in plain letters, as far as it looks like one. */
export const plainName = (name: string): string =>
  [...visibleLine(name).normalize('NFKD').replace(accents, '')]
    .map((sign) => plainSigns.get(sign) ?? sign)
    .join('')
    .normalize('NFKC')

/**
 * What a name looks like at a glance: two names that differ only in case, accents, width, signs that nobody sees or
 * letters that look like each other (`l`, `I` and `1`; `rn` and `m`; a Latin and a Cyrillic `a`) look the same. It is
 * nothing to show.
 */
export const lookOf = (name: string): string =>
  plainName(name)
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[i1|]/g, 'l')
    .replaceAll('0', 'o')
    .replace(/\s+/g, ' ')
    .trim()
