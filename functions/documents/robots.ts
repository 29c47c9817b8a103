/**
 * Search engines find the school, its events and organizations, where people sign in, and the reference; no desk and no door.
 * What they find at the two pages of a person is the way to sign in.
 */
export const robots = `User-agent: *
Disallow: /
Allow: /$
Allow: /event/
Allow: /org/
Allow: /login$
Allow: /my-events$
Allow: /inbox$
Allow: /docs
Allow: /llms.txt
Disallow: /event/*/
`
