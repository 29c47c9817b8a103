/** What no tracked file may say, and why. Patterns are written so that they do not find themselves. */
export const banned: readonly { why: string; pattern: RegExp }[] = [
  {
    why: 'a path of one machine',
    pattern: /(?<![\w.*}\])-])\/(?:wo[r]k|far[m]|tm[p]|roo[t]|home\/\w+|Users\/\w+)\/\w/,
  },
  {
    why: 'the host of a package registry',
    pattern: /registry\.npm[j]s|npmm[i]rror|verda[c]cio|artifac[t]ory|\bhttps?:\/\/[\w.-]*registr[y]/i,
  },
  {
    why: 'how it was made',
    pattern:
      /\b(?:cl[a]ude|anthr[o]pic|chat ?g[p]t|open ?a[i]\b|(?<!@cloud-)cop[i]lot|language mod[e]l|a[i] assist|sub-?agen[t]|co-authored-b[y])/i,
  },
  { why: 'a number of an issue', pattern: /\b(?:issu[e]|ticke[t]|pull reques[t]|P[R])s? #\d+/i },
  { why: 'unfinished work', pattern: /\b(?:TOD[O]|FIXM[E]|XX[X])\b/ },
]
