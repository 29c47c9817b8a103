/** Seconds that the clock of an identity provider may differ from ours: what Shibboleth allows too (rules/saml 62). */
export const skewSeconds = 180
