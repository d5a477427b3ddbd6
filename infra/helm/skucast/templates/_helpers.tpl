{{/* The differences between apps that are not in the values. */}}
{{- define "skucast.traits" -}}
catalog-api: { out: true, files: read, uploads: true, objectStore: true, sealing: true, mail: true }
auth-server: { out: true, mail: true }
mcp-gateway: { sealing: true }
feed-server: { files: read, objectStore: true, sftp: true }
webhook-dispatcher: { out: true, mail: true, opening: true }
sftp-exporter: { out: true, files: write, objectStore: true, mail: true }
importer: { out: true, uploads: true, mail: true }
{{- end }}

{{- define "skucast.name" -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "skucast.serviceAccount" -}}
{{ default (include "skucast.name" .) .Values.serviceAccount.name }}
{{- end }}

{{/* Labels of every object. Takes a list: the root and, for objects of an app, its name. */}}
{{- define "skucast.labels" -}}
{{- $root := index . 0 -}}
{{ include "skucast.selector" . }}
app.kubernetes.io/part-of: skucast
app.kubernetes.io/version: {{ $root.Chart.AppVersion | replace "+" "_" | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ $root.Chart.Name }}-{{ $root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "skucast.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: skucast
app.kubernetes.io/instance: {{ $root.Release.Name }}
{{- if gt (len .) 1 }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}
{{- end }}

{{- define "skucast.image" -}}
{{- $root := index . 0 -}}
{{ $root.Values.image.registry }}/{{ index . 1 }}:{{ default $root.Chart.AppVersion $root.Values.image.tag }}
{{- end }}

{{- define "skucast.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "skucast.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* A value as a setting. Helm reads whole numbers as floats and prints large ones as 1e+07, which no setting accepts. */}}
{{- define "skucast.settingText" -}}
{{- $text := . | toString -}}
{{- if kindIs "float64" . }}{{ if eq (floor .) . }}{{ $text = printf "%.0f" . }}{{ end }}{{ end -}}
{{ $text }}
{{- end }}

{{/* The variable, mount and volume of private authorities. They are Node.js's: docs/operations.md#certificates-of-receivers. */}}
{{- define "skucast.certificatesVariable" -}}
{{- if .Values.certificates.configMap }}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/skucast/ca.pem }
{{- end }}
{{- end }}

{{- define "skucast.certificatesMount" -}}
{{- if .Values.certificates.configMap }}
- { name: certificates, mountPath: /etc/skucast, readOnly: true }
{{- end }}
{{- end }}

{{- define "skucast.certificatesVolume" -}}
{{- with .Values.certificates }}
{{- if .configMap }}
- name: certificates
  configMap: { name: {{ .configMap }}, items: [{ key: {{ .key }}, path: ca.pem }] }
{{- end }}
{{- end }}
{{- end }}

{{/* Where pods may run. */}}
{{- define "skucast.scheduling" -}}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* One variable from a Secret: root, variable, Secret, key. */}}
{{- define "skucast.secretVariable" -}}
- name: {{ index . 0 }}
  valueFrom:
    secretKeyRef: { name: {{ index . 1 }}, key: {{ index . 2 }} }
{{- end }}

{{/* The environment of an app: root, app, its traits. */}}
{{- define "skucast.environment" -}}
{{- $root := index . 0 -}}
{{- $app := index . 1 -}}
{{- $traits := index . 2 -}}
{{- $secrets := $root.Values.secrets -}}
{{ include "skucast.secretVariable" (list "DATABASE_URL" $secrets.database.name $secrets.database.urlKey) }}
{{ include "skucast.secretVariable" (list "AMQP_URL" $secrets.broker.name $secrets.broker.key) }}
{{ include "skucast.secretVariable" (list "SKUCAST_ENCRYPTION_KEYS" $secrets.encryption.name $secrets.encryption.key) }}
{{- if $secrets.metrics.name }}
{{ include "skucast.secretVariable" (list "SKUCAST_METRICS_TOKEN" $secrets.metrics.name $secrets.metrics.key) }}
{{- end }}
{{- if $secrets.replica.name }}
{{ include "skucast.secretVariable" (list "SKUCAST_REPLICA_URL" $secrets.replica.name $secrets.replica.key) }}
{{- end }}
{{- if and $traits.opening $secrets.webhookKeys.name }}
{{ include "skucast.secretVariable" (list "SKUCAST_WEBHOOK_KEYS" $secrets.webhookKeys.name $secrets.webhookKeys.privateKey) }}
{{- end }}
{{- if and $traits.sealing $secrets.webhookKeys.name }}
{{ include "skucast.secretVariable" (list "SKUCAST_WEBHOOK_SEALING_KEY" $secrets.webhookKeys.name $secrets.webhookKeys.sealingKey) }}
{{- end }}
{{- if and $traits.mail $secrets.mail.name }}
{{ include "skucast.secretVariable" (list "SKUCAST_SMTP_URL" $secrets.mail.name $secrets.mail.key) }}
{{- end }}
{{- if and $traits.objectStore (ne $root.Values.fileStore "local") }}
- { name: SKUCAST_FILE_STORE, value: {{ $root.Values.fileStore | quote }} }
- { name: SKUCAST_S3_REGION, value: {{ $root.Values.s3.region | quote }} }
{{- if $root.Values.s3.endpoint }}
- { name: SKUCAST_S3_ENDPOINT, value: {{ $root.Values.s3.endpoint | quote }} }
{{- end }}
{{- if $secrets.objectStore.name }}
{{ include "skucast.secretVariable" (list "SKUCAST_S3_ACCESS_KEY_ID" $secrets.objectStore.name $secrets.objectStore.accessKeyIdKey) }}
{{ include "skucast.secretVariable" (list "SKUCAST_S3_SECRET_ACCESS_KEY" $secrets.objectStore.name $secrets.objectStore.secretAccessKeyKey) }}
{{- end }}
{{- end }}
{{- include "skucast.certificatesVariable" $root }}
- { name: SKUCAST_PUBLIC_URL, value: {{ required "publicUrl is required, such as https://catalog.shop.example" $root.Values.publicUrl | quote }} }
{{- range $name, $value := merge (dict) (index $root.Values.apps $app).settings $root.Values.settings }}
- { name: {{ $name }}, value: {{ include "skucast.settingText" $value | quote }} }
{{- end }}
{{- end }}

{{/* Fails if Kubernetes would kill an app before it has ended in order: root, app. */}}
{{- define "skucast.checkGracePeriod" -}}
{{- $root := index . 0 -}}
{{- $app := index . 1 -}}
{{- $settings := merge (dict) (index $root.Values.apps $app).settings $root.Values.settings -}}
{{- $delay := $settings.SKUCAST_SHUTDOWN_DELAY | default "5s" | toString -}}
{{- $amount := regexFind "^[0-9]+" $delay | int64 -}}
{{- $seconds := $amount -}}
{{- if hasSuffix "ms" $delay }}{{ $seconds = add 1 (div $amount 1000) }}{{ else if hasSuffix "m" $delay }}{{ $seconds = mul 60 $amount }}{{ end -}}
{{- $needed := add $seconds 10 15 | int64 -}}
{{- if lt (int64 $root.Values.terminationGracePeriodSeconds) $needed -}}
{{- fail (printf "terminationGracePeriodSeconds must be at least %d: %s keeps serving for SKUCAST_SHUTDOWN_DELAY (%s), and then has 10 s to finish its work and 15 s to close" $needed $app $delay) -}}
{{- end -}}
{{- end }}

{{/* The volume mounts of an app: root, its traits. */}}
{{- define "skucast.mounts" -}}
{{- $root := index . 0 -}}
{{- $traits := index . 1 -}}
- { name: tmp, mountPath: /tmp }
{{- include "skucast.certificatesMount" $root }}
{{- if $traits.files }}
- name: files
  mountPath: /var/lib/skucast/files
  {{- if and (eq $traits.files "read") (eq $root.Values.fileStore "local") }}
  readOnly: true
  {{- end }}
{{- end }}
{{- if $traits.uploads }}
- { name: uploads, mountPath: /var/lib/skucast/uploads }
{{- end }}
{{- end }}

{{- define "skucast.volumes" -}}
{{- $root := index . 0 -}}
{{- $traits := index . 1 -}}
- { name: tmp, emptyDir: {} }
{{- include "skucast.certificatesVolume" $root }}
{{- if $traits.files }}
{{- if eq $root.Values.fileStore "local" }}
- name: files
  persistentVolumeClaim:
    claimName: {{ default (printf "%s-files" (include "skucast.name" $root)) $root.Values.persistence.files.existingClaim }}
{{- else }}
- { name: files, emptyDir: {} }
{{- end }}
{{- end }}
{{- if $traits.uploads }}
- name: uploads
  persistentVolumeClaim:
    claimName: {{ default (printf "%s-uploads" (include "skucast.name" $root)) $root.Values.persistence.uploads.existingClaim }}
{{- end }}
{{- end }}

{{/* Which app serves which paths of the public URL. The API serves all others. A rule of an HTTPRoute has at most eight. */}}
{{- define "skucast.paths" -}}
rules:
  - { app: mcp-gateway, paths: [/mcp] }
  - { app: feed-server, paths: [/feed-files] }
  - { app: auth-server, paths: [/oauth, /.well-known, /connect] }
  - { app: auth-server, paths: [/sign-in, /sign-up, /sign-out, /account, /invitations] }
  - { app: auth-server, paths: [/forgot-password, /reset-password, /secure-account, /verify-email, /change-email, /outbox] }
  - { app: catalog-api, paths: [/] }
{{- end }}
