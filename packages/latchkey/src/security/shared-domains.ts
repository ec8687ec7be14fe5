/** Platform domains, under which every customer can have a host. */
export const SHARED_DOMAINS: readonly string[] = (
  'africa.com aliyuncs.com amazonaws.com amplifyapp.com appdomain.cloud appspot.com awsapprunner.com ' +
  'azurecontainerapps.io azureedge.net azurefd.net azurestaticapps.net azurewebsites.net b-cdn.net ' +
  'base44.app blogspot.com bolt.host cleverapps.io cloudapp.azure.com cloudapp.net cloudfront.net ' +
  'cloudfunctions.net code.run codeberg.page contaboserver.net convex.site csb.app ddns.net deno.dev ' +
  'deno.net devtunnels.ms digitaloceanspaces.com dokku.me duckdns.org dyndns.org dynu.net easypanel.host ' +
  'edgecompute.app edgeone.app elasticbeanstalk.com encr.app eu.org firebaseapp.com fly.dev framer.app ' +
  'gigalixirapp.com github.dev github.io gitlab.io gitpod.io glitch.me herokuapp.com hopto.org hstgr.cloud ' +
  'jpn.com kinsta.app koyeb.app leapcell.dev lhr.life linode.com linodeusercontent.com loca.lt ' +
  'localtunnel.me lovable.app lovableproject.com mex.com mooo.com myqcloud.com myshopify.com netlify.app ' +
  'ngrok-free.app ngrok-free.dev ngrok.app ngrok.dev ngrok.io nip.io northflank.app now.sh on.aws ' +
  'ondigitalocean.app onrender.com oraclecloudapps.com pages.dev pinggy.link platformsh.site plesk.page ' +
  'pythonanywhere.com railway.app replit.app replit.dev run.app scalingo.io scw.cloud serveo.net ' +
  'serveousercontent.com sevalla.app sliplane.app sslip.io stackblitz.io statichost.eu streamlit.app ' +
  'supabase.co surge.sh sytes.net trafficmanager.net trycloudflare.com ts.net upsun.app val.run vercel.app ' +
  'vercel.dev wasmer.app web.app webcontainer.io webflow.io wixsite.com wordpress.com workers.dev ' +
  'your-server.de zapto.org zeabur.app'
).split(' ')
