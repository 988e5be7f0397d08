"""Parses a Perfetto trace with Perfetto's own definitions and looks for what a device's timeline must have."""

import sys

from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TrackEvent

trace = Trace()
with open(sys.argv[1], "rb") as file:
    trace.ParseFromString(file.read())

tracks = {packet.track_descriptor.uuid for packet in trace.packet if packet.HasField("track_descriptor")}
events = [packet for packet in trace.packet if packet.HasField("track_event")]
if not tracks or not events:
    sys.exit(f"{sys.argv[1]}: {len(tracks)} tracks, {len(events)} events; expected some of both")

lost = {packet.track_event.track_uuid for packet in events} - tracks
if lost:
    sys.exit(f"{sys.argv[1]}: events on {len(lost)} tracks that are not described")

depth = {}
for packet in sorted(events, key=lambda packet: packet.timestamp):
    event = packet.track_event
    change = {TrackEvent.TYPE_SLICE_BEGIN: 1, TrackEvent.TYPE_SLICE_END: -1}.get(event.type, 0)
    depth[event.track_uuid] = depth.get(event.track_uuid, 0) + change
    if depth[event.track_uuid] < 0:
        sys.exit(f"{sys.argv[1]}: a slice ends at {packet.timestamp} that did not begin")

print(f"{sys.argv[1]}: {len(tracks)} tracks, {len(events)} events")
