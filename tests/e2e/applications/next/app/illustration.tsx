/** The illustration on the home page. It changes when a user is signed in. */
export function Illustration({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <svg className="illustration" viewBox="0 0 240 290" aria-hidden="true">
      <path d="M10 270h220" stroke="var(--line)" strokeWidth="4" strokeLinecap="round" />
      <path d="M42 270V98a78 78 0 0 1 156 0v172z" fill="var(--frame)" />
      {isSignedIn ? <SignedIn /> : <SignedOut />}
    </svg>
  )
}

function SignedOut() {
  return (
    <>
      <path d="M56 270V98a64 64 0 0 1 128 0v172z" fill="var(--brand)" />
      <path
        d="M76 130V98a44 44 0 0 1 88 0v32zM76 230h88v20H76z"
        fill="none"
        stroke="var(--groove)"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <rect x="138" y="150" width="30" height="60" rx="8" fill="var(--brass)" />
      <rect x="146" y="160" width="48" height="10" rx="5" fill="var(--bolt)" />
      <circle cx="153" cy="188" r="5" fill="var(--brand)" />
      <path d="M151 189h4l2 12h-8z" fill="var(--brand)" />
    </>
  )
}

function SignedIn() {
  return (
    <>
      <path d="M56 270V98a64 64 0 0 1 128 0v172z" fill="var(--glow)" />
      <path d="M56 272h128l44 18H74z" fill="var(--glow)" opacity=".45" />
      <path d="M56 270V98c0-34 18-58 46-66v254z" fill="var(--brand)" />
      <path
        d="M66 236V104c0-20 10-38 26-46v186z"
        fill="none"
        stroke="var(--groove)"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <rect x="84" y="148" width="12" height="44" rx="4" fill="var(--brass)" />
      <rect x="90" y="158" width="20" height="8" rx="4" fill="var(--bolt)" />
    </>
  )
}
