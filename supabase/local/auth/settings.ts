/** GoTrue's public settings: people sign in by e-mail, and sign-up is off. */

const OTHERS =
  'apple azure bitbucket discord facebook snapchat figma fly github gitlab google keycloak kakao ' +
  'linkedin linkedin_oidc notion spotify slack slack_oidc workos twitch twitter phone zoom'

export const settings = {
  external: {
    anonymous_users: false,
    email: true,
    ...Object.fromEntries(OTHERS.split(' ').map((provider) => [provider, false])),
  },
  disable_signup: true,
  mailer_autoconfirm: true,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
  saml_private_key_next_configured: false,
  passkeys_enabled: false,
}
