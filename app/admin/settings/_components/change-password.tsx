'use client'

import { useState } from 'react'
import { CodeField } from '@/components/code-field'
import { SubmitButton } from '@/components/form'
import { PasswordField } from '@/components/password-field'
import { AdminForm } from '../../_components/admin-form'
import { changeOwnPassword } from '../password-action'

const RESPONSE_LOST =
  'No response came, so it is not known whether the password was changed. Log out and sign in: with the new one, else with the one before.'

/** `hasCode` asks for the second factor too. */
export function ChangePassword({ email, hasCode }: { email: string; hasCode: boolean }) {
  const [isLost, setIsLost] = useState(false)
  return (
    <AdminForm
      seen={null}
      send={({ present = '', next = '', code = '' }) => changeOwnPassword({ present, next, code })}
      options={{
        failure: 'Failed to change the password',
        showsLost: true, // the page cannot show which password holds
        onResult: ({ kind }) => setIsLost(kind === 'lost'),
      }}
    >
      {/* Password managers store this with the new password. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField name="present" label="Present password" autoComplete="current-password" />
      <PasswordField
        name="next"
        label="New password"
        hint="12 characters or more."
        autoComplete="new-password"
      />
      {hasCode && <CodeField className="w-36" />}
      <p role="status" className="empty:hidden">
        {isLost && RESPONSE_LOST}
      </p>
      <SubmitButton>Change the password</SubmitButton>
    </AdminForm>
  )
}
