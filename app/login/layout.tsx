import '../admin/admin.css'

export default function LoginLayout({ children }: { children: React.ReactNode }) {
  return children
}
