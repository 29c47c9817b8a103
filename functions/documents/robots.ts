/**
 * Search engines index the school, its events, clubs and organizations, sign-in and the API reference, but no admin or
 * check-in pages. The two personal pages show them only the way to sign in.
 */
export const robots = `User-agent: *
Disallow: /
Allow: /$
Allow: /event/
Allow: /org/
Allow: /clubs$
Allow: /login$
Allow: /my-events$
Allow: /inbox$
Allow: /docs
Allow: /llms.txt
Disallow: /event/*/
`
