/** Domains of platforms, below which every customer can have a host. */
export const SHARED_DOMAINS: readonly string[] = (
  'amazonaws.com amplifyapp.com appspot.com awsapprunner.com azurecontainerapps.io azurestaticapps.net ' +
  'azurewebsites.net b-cdn.net bolt.host cleverapps.io cloudapp.azure.com cloudfront.net ' +
  'cloudfunctions.net code.run convex.site csb.app deno.dev deno.net duckdns.org edgecompute.app ' +
  'edgeone.app elasticbeanstalk.com eu.org firebaseapp.com fly.dev gigalixirapp.com github.dev github.io ' +
  'gitlab.io gitpod.io glitch.me herokuapp.com kinsta.app koyeb.app loca.lt lovable.app netlify.app ' +
  'ngrok-free.app ngrok-free.dev ngrok.app ngrok.dev ngrok.io nip.io now.sh on.aws ondigitalocean.app ' +
  'onrender.com pages.dev platformsh.site pythonanywhere.com railway.app replit.app replit.dev run.app ' +
  'scalingo.io sevalla.app sslip.io stackblitz.io supabase.co surge.sh trycloudflare.com ts.net ' +
  'upsun.app vercel.app vercel.dev web.app webcontainer.io workers.dev zeabur.app'
).split(' ')
