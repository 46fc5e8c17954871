import { AdminBar } from './admin-bar'

/** For a signed-in person who lacks the role `admin`. */
export function NotAdmin({ email }: { email: string }) {
  return (
    <>
      <AdminBar email={email} />
      <main id="main" tabIndex={-1} className="wrap grid max-w-2xl gap-3 py-16 outline-none">
        <h2 className="text-title font-semibold">This account is not an admin</h2>
        <p>
          You are signed in as <bdi className="font-medium">{email}</bdi>, but only the studio’s admins see
          bookings, inquiries and availability. Ask an admin to give your account the role, or log out and
          sign in with another.
        </p>
      </main>
    </>
  )
}
