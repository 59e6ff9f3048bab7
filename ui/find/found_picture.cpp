// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/find/found_picture.h"

#include "core/scene/build_scene.h"
#include "ui/export/scene_painter.h"
#include "ui/find/find_words.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

#include <QPainter>
#include <algorithm>

namespace bubblescope::ui {

namespace {

/// At most four pictures a second.
constexpr int kFoundPictureRestMs = 250;
constexpr double kAroundLanes = 84; ///< ruler, legend and margins
constexpr double kLeastLanePitch = 14;

std::vector<RankId> spreadRanks(std::uint32_t count, int height)
{
    const double room = std::max(1.0, (height - kAroundLanes) / kLeastLanePitch);
    const auto shown = std::min(count, static_cast<std::uint32_t>(room));
    std::vector<RankId> ranks;
    for (std::uint32_t i = 0; i < shown; ++i)
        ranks.push_back(RankId{
            shown == 1 ? 0 : static_cast<std::uint32_t>(std::uint64_t{i} * (count - 1) / (shown - 1))});
    return ranks;
}

} // namespace

FoundPicture::FoundPicture(QWidget* parent) : QWidget(parent), m_job(*this)
{
    setObjectName(QStringLiteral("find-picture"));
    setAccessibleName(tr("Picture of the best schedule"));
    m_rest.setSingleShot(true);
    m_rest.setInterval(kFoundPictureRestMs);
    connect(&m_rest, &QTimer::timeout, this, [this] {
        if (m_isStale)
            renew();
    });
    connect(&Look::instance(), &Look::changed, this, &FoundPicture::renewSoon);
}

void FoundPicture::setEmptyText(const QString& text)
{
    if (text == m_emptyText)
        return;
    m_emptyText = text;
    if (!m_found)
        setAccessibleDescription(text);
    update();
}

void FoundPicture::setFound(const FoundSchedulePtr& found)
{
    if (found == m_found)
        return;
    m_found = found;
    setAccessibleDescription(found ? originText(*found) : m_emptyText);
    if (!found) {
        m_job.drop();
        m_drawn = {};
        m_isStale = false;
        update();
        return;
    }
    renewSoon();
}

void FoundPicture::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    renewSoon();
}

void FoundPicture::renewSoon()
{
    if (!m_found)
        return;
    m_isStale = true;
    if (!m_rest.isActive() && !m_job.isRunning())
        renew();
}

void FoundPicture::renew()
{
    // What is being drawn is finished first: it is newer than what is shown.
    if (m_job.isRunning() || size().isEmpty())
        return;
    m_isStale = false;
    m_rest.start();
    Drawn from;
    if (m_drawn.found == m_found)
        from = m_drawn;
    from.found = m_found;
    from.image = {};
    m_job.start([from, size = size(), ratio = devicePixelRatioF(), theme = Look::instance().theme()](
                    const CancelToken&) { return draw(from, size, ratio, theme); },
                [this](Drawn drawn) {
                    m_drawn = std::move(drawn);
                    update();
                    if (m_isStale && !m_rest.isActive())
                        renew();
                });
}

FoundPicture::Drawn FoundPicture::draw(Drawn from, QSize size, double ratio, ThemeName theme)
{
    const Timeline& timeline = *from.found->timeline;
    if (!from.index)
        from.index = LaneIndex::build(from.found->timeline);
    if (!from.memory)
        from.memory = MemoryCurves::build(timeline, from.found->costs);
    PictureOptions options;
    options.width = size.width();
    options.height = size.height();
    options.devicePixelRatio = ratio;
    options.transparent = true;
    options.memory = from.memory;
    options.lanes = spreadRanks(from.index->laneCount(), size.height());
    const Result<Scene> scene = buildPicture(*from.index, options);
    if (!scene)
        return from;
    QImage image((QSizeF(size) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    paintScene(painter, *scene, Theme::get(theme));
    painter.end();
    from.image = std::move(image);
    return from;
}

void FoundPicture::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& colors = Look::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.hairline, 1));
    painter.setBrush(colors.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    if (!m_drawn.image.isNull() && m_found) {
        painter.drawImage(QPointF(0, 0), m_drawn.image);
        return;
    }
    painter.setPen(colors.quiet);
    painter.drawText(rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
}

} // namespace bubblescope::ui
