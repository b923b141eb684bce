"""What a program written for the published Python client does, against a sandbox that runs."""

import json
import os
import urllib.request

from supabase import create_client

url, key = os.environ["SANDBOX_URL"], os.environ["SANDBOX_KEY"]
client = create_client(url, key)
signed_in = client.auth.sign_in_with_password(
    {"email": os.environ["SANDBOX_EMAIL"], "password": os.environ["SANDBOX_PASSWORD"]}
)
rows = client.table("organizations").select("id,name", count="exact").execute()
content = b"transaction_id,amount\r\nT1,1.50\r\n"
path = "a folder/from-python.csv"
service = create_client(url, os.environ["SANDBOX_SECRET"])
service.storage.create_bucket("python", options={"public": False})
bucket = service.storage.from_("python")
bucket.upload(path, content, {"content-type": "text/csv"})
link = bucket.create_signed_url(path, 60)["signedURL"]
by_link = urllib.request.urlopen(link).read()
print(
    json.dumps(
        {
            "email": signed_in.user.email,
            "organizations": rows.count,
            "name": rows.data[0]["name"],
            "downloaded": bucket.download(path) == content,
            "buckets": "python" in [found.id for found in service.storage.list_buckets()],
            "by_link": by_link == content,
        }
    )
)
